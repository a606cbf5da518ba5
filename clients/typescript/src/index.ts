export type { Consent } from "./calls.js";
export { ClientSecret, PrivateKeyJWT, type AssertionOptions, type Credentials } from "./credentials.js";
export { DeviceKey } from "./device-key.js";
export { OnboardingError, type Details } from "./errors.js";
export * from "./models.js";
export {
  PackageKey, plainPackage, STATELESS, type Capture, type Frame, type PlainPackage, type SealedPackage,
} from "./packages.js";
export { Phone } from "./phone.js";
export {
  Portal, type AuthenticationOptions, type AuthenticationSearch, type Person, type PortalOptions, type Search,
  type TriggerOptions,
} from "./portal.js";
export {
  verifyAuthenticationReceipt, verifyErasureCertificate, verifyReceipt, type AuthenticationReceipt,
  type AuthenticationReceiptClaims, type ErasureCertificate, type ErasureCertificateClaims, type Receipt,
  type ReceiptClaims,
} from "./receipts.js";
export { Transport, type RetryOptions, type TransportOptions } from "./transport.js";
export { Users, type NewUser, type UsersOptions } from "./users.js";
export { WebhookVerifier, type WebhookOptions } from "./webhooks.js";
