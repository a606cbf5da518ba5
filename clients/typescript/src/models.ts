/*
 * What the server answers, by the names of `docs/openapi.yaml`. Members that the server may add to are plain texts, and
 * answers may have more members one day.
 */

/** 0 failed, 1 pending, 2 complete. */
export type EnrollmentStatus = 0 | 1 | 2;
export type RequiredCheck = "addDevice" | "addFace" | "addDocument";
/** Of somebody registered who comes back. */
export type AuthenticationCheck = "verifyDevice" | "verifyFace" | "addDocument";
export type EnrollmentState = "pending" | "complete" | "failed" | "expired" | "cancelled";

export interface TriggerSuccess {
  readonly status: "SUCCESS";
  /** What the QR code says. */
  readonly sessionCallbackURL: string;
  /** The QR code, base64 of a PNG. */
  readonly qrcodeImage: string;
  readonly sessionToken: string;
  /** Present where the person is sent the link as well. */
  readonly emailQueued?: true;
}

export interface TriggerFailure {
  readonly status: "FAILURE";
  readonly errorSummary: string;
  readonly reason: string;
  readonly retryAt?: string;
}

export type TriggerResponse = TriggerSuccess | TriggerFailure;

export interface EnrollResponse {
  /** Absent where the person is registered. */
  readonly enrollmentToken?: string;
  readonly userExistsAlready: boolean;
  /** Absent where the person is not registered, or can register no other device. */
  readonly reEnrollmentToken?: string;
  readonly requiredChecks: readonly (RequiredCheck | AuthenticationCheck)[];
  readonly recordVideo: boolean;
  readonly challengeRequired?: true;
}

export interface StepResponse {
  readonly enrollmentStatus: EnrollmentStatus;
  /** Empty until the first check was accepted; a registration's where the status is 2. */
  readonly registrationCode: string;
}

export interface ReviewRequestedResponse extends StepResponse {
  /** When it was first asked for, ISO 8601 as the next two. */
  readonly requestDate: string;
  /** How long the case is kept; absent under a legal hold. */
  readonly decidedUntil?: string;
  /** How long there are images to look at; absent where none are. */
  readonly evidenceUntil?: string;
}

export interface ChallengeStep<Prompt extends string> {
  readonly prompt: Prompt;
  /** Milliseconds. */
  readonly duration: number;
}

interface AnyChallenge {
  readonly id: string;
  /** From the first frame to the first step, in milliseconds; the person looks straight ahead. */
  readonly leadIn: number;
  /** Seconds within which the package has to arrive. */
  readonly expiresIn: number;
}

export interface MovementChallenge extends AnyChallenge {
  readonly kind: "movement";
  readonly steps: readonly ChallengeStep<
    "comeCloser" | "turnLeft" | "turnRight" | "nod" | "blinkTwice" | "openMouth"
  >[];
}

export interface LightChallenge extends AnyChallenge {
  readonly kind: "light";
  readonly steps: readonly ChallengeStep<"red" | "green" | "blue" | "white" | "black">[];
}

export type Challenge = MovementChallenge | LightChallenge;

export interface RecaptureCause {
  readonly code: string;
  readonly measured?: number;
  readonly wanted?: number;
  readonly bound?: "atLeast" | "atMost";
  readonly unit?: string;
}

/** What both judgements say of what comes next. */
export interface Judgement extends StepResponse {
  /** Why a face or a document that is good by itself was not taken, such as `PORTRAIT_REUSED`. */
  readonly reason?: string;
  readonly nextStep?: "addFace";
  readonly prescribedTurn?: "left" | "right";
  readonly challengeRequired?: true;
  readonly recapture?: readonly RecaptureCause[];
}

export interface LivenessResult {
  /** `LIVE`, `SPOOF`, or why nothing could be decided. */
  readonly decision: string;
  readonly feedback: readonly string[];
  /** 100 speaks for a living person; -1 where nothing was computed. Absent, as the next two, where a phone sees no scores. */
  readonly score?: number;
  readonly score_frr?: number;
  readonly algorithm_results?: readonly { readonly name: string; readonly score: number }[];
}

export interface AddFaceResponse extends Judgement {
  /** Whether the face was accepted. */
  readonly livenessResult: boolean;
  readonly faceLivenessResults: { readonly video: { readonly liveness_result: LivenessResult } };
}

export interface DocumentField {
  readonly name: string;
  readonly typeId: number;
  readonly overallResult: "OK" | "FAILED" | "UNDEFINED";
  readonly fieldResult: { readonly mrz: string; readonly visual: string };
}

export interface AddDocumentResponse extends Judgement {
  /** Whether the portrait is the live face; absent where there was no face to compare it with. */
  readonly matchResult?: boolean;
  /** -log10 of the false match rate; 0 where nothing was compared. Absent where a phone sees no scores. */
  readonly matchScore?: number;
  /** Nothing was decided: take the images again. */
  readonly retryDocumentCapture: boolean;
  readonly documentVerificationResult: boolean;
  readonly ocrResults: {
    readonly documentType: string;
    readonly countryName: string;
    readonly icaoCode: string;
    readonly portraitImage: string;
    readonly fieldType: readonly DocumentField[];
  };
}

export interface EnrollmentSummary {
  readonly enrollmentId: string;
  /** Equal for all enrollments of one person. */
  readonly subjectId: string;
  readonly state: EnrollmentState;
  /** What ended it or, while it goes on, why its last check was refused. */
  readonly reason?: string;
  /** What a human made of the machine's refusal; absent where nobody asked for one. */
  readonly review?: "requested" | "accepted" | "refused";
  readonly step?: RequiredCheck;
  readonly registrationCode?: string;
  readonly username: string;
  readonly reference?: string;
  readonly startDate: string;
  readonly endDate?: string;
}

/** A fact of who somebody is, and where it is from. */
export interface IdentityFact {
  readonly value: string;
  readonly source: "mrz" | "printed" | "barcode" | "chip" | "stated";
}

/** Who somebody is, in one form; what nothing states is absent. */
export interface Identity {
  readonly name?: IdentityFact;
  readonly surname?: IdentityFact;
  readonly givenNames?: IdentityFact;
  readonly birthDate?: IdentityFact;
  readonly documentNumber?: IdentityFact;
  readonly documentType?: IdentityFact;
  readonly issuingState?: IdentityFact;
  readonly validUntil?: IdentityFact;
}

export interface VerifiedPerson {
  readonly username: string;
  readonly name: string;
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly identity: Identity;
  readonly face?: { readonly date: string; readonly score?: number };
  readonly document?: {
    readonly date: string;
    readonly documentType: string;
    readonly countryName: string;
    readonly icaoCode: string;
    readonly fields: readonly DocumentField[];
    readonly findings: readonly string[];
    readonly matchResult?: boolean;
    readonly matchScore?: number;
  };
}

export interface EnrollmentDetail extends EnrollmentSummary {
  readonly acceptedChecks: readonly { readonly check: RequiredCheck; readonly date: string }[];
  readonly lastRefusal?: { readonly check: RequiredCheck; readonly reason: string; readonly date: string };
  readonly reviewDetail?: {
    readonly requestDate?: string;
    readonly date?: string;
    readonly reviewer?: string;
    readonly reason?: string;
  };
  readonly attemptsLeft?: number;
  readonly capturesLeft?: number;
  readonly expiryDate?: string;
  readonly retryAt?: string;
  readonly test: boolean;
  /** Absent where the credential may not see who the person is. */
  readonly person?: VerifiedPerson;
  readonly otherEnrollments: readonly EnrollmentSummary[];
}

export interface OperationStatusResponse {
  /** `Success (review)` for a client with the scope `review`. */
  readonly completionStatus: "Pending" | "Success" | "Failed" | "Cancelled" | "Success (review)";
  readonly nextStep?: "addFace";
  readonly prescribedTurn?: "left" | "right";
  readonly challengeRequired?: true;
  /** What a registered person comes back for; absent of an enrollment. */
  readonly purpose?: "authenticate" | "reEnroll";
  /** For the tenant's own client; absent for a phone, and where there is a purpose. */
  readonly enrollment?: EnrollmentDetail;
  /** The same where there is a purpose. */
  readonly authentication?: AuthenticationDetail;
}

/** All that the tenant is told of one time that a registered person came back. */
export interface AuthenticationDetail {
  readonly authenticationId: string;
  /** Of the registration. */
  readonly enrollmentId: string;
  readonly purpose: "authenticate" | "reEnroll";
  readonly state: EnrollmentState;
  /** What ended it or, while it goes on, why its last check was refused. */
  readonly reason?: string;
  readonly step?: AuthenticationCheck;
  readonly registrationCode?: string;
  readonly username: string;
  /** As it was given with this authentication. */
  readonly reference?: string;
  /** What its device showed last. */
  readonly device?: "signed" | "identified" | "unknownDevice" | "signatureInvalid" | "keyMissing";
  readonly deviceChange?: "add" | "replaceAll";
  readonly startDate: string;
  readonly endDate?: string;
  /** Scores where the credential may see them. */
  readonly acceptedChecks: readonly {
    readonly check: AuthenticationCheck;
    readonly date: string;
    readonly score?: number;
    readonly falseRejectionRate?: number;
    readonly matchScore?: number;
    readonly falseMatchRate?: number;
  }[];
  readonly lastRefusal?: { readonly check: AuthenticationCheck; readonly reason: string; readonly date: string };
  readonly attemptsLeft?: number;
  readonly capturesLeft?: number;
  readonly expiryDate?: string;
  /** When the registration opens again; absent where it does. */
  readonly retryAt?: string;
  readonly test: boolean;
}

export interface AuthenticateResponse {
  /** The key of all calls that follow; what a device signs. */
  readonly authToken: string;
  /** In the order in which they must come. */
  readonly requiredChecks: readonly AuthenticationCheck[];
  readonly recordVideo: boolean;
  readonly challengeRequired?: true;
}

/** Of cancel the whole answer. */
export interface AuthenticationStepResponse {
  readonly authStatus: EnrollmentStatus;
}

export interface VerifyDeviceResponse extends AuthenticationStepResponse {
  readonly message: "Device verified." | "Device not verified.";
  readonly challengeRequired?: true;
}

export interface VerifyFaceResponse extends AuthenticationStepResponse {
  /** Whether a living person is before the camera. */
  readonly livenessResult: boolean;
  /** Whether it is the registered person. */
  readonly matchResult: boolean;
  /** -log10 of the false match rate; absent where nothing was compared, and where a phone sees no scores. */
  readonly matchScore?: number;
  readonly faceLivenessResults: { readonly video: { readonly liveness_result: LivenessResult } };
  readonly challengeRequired?: true;
  readonly recapture?: readonly RecaptureCause[];
}

export interface VerifyDocumentResponse extends AuthenticationStepResponse {
  /** Whether the portrait is the registered person. */
  readonly matchResult: boolean;
  /** -log10 of the false match rate; 0 where nothing was compared. Absent where a phone sees no scores. */
  readonly matchScore?: number;
  readonly ocrResults: AddDocumentResponse["ocrResults"];
  /** Nothing was decided: take the images again. */
  readonly retryDocumentCapture: boolean;
  readonly documentVerificationResult: boolean;
  readonly reason?: string;
  readonly recapture?: readonly RecaptureCause[];
}

export interface CompleteReEnrollResponse extends AuthenticationStepResponse {
  /** The same as before. */
  readonly registrationCode: string;
}

export interface RegistrationDetail {
  readonly registrationCode: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly startDate: string;
  readonly registeredDevices: readonly { readonly deviceId: string; readonly hasPublicKey: boolean }[];
  /** Until when it opens to nobody, because authentications failed too often; absent where it does. */
  readonly lockedUntil?: string;
  /** Oldest first; `result` is OK, or what came out instead. */
  readonly activities: readonly {
    readonly type: string;
    readonly result: string;
    readonly date: string;
    readonly deviceId?: string;
    readonly score?: number;
  }[];
  readonly enrollment: EnrollmentDetail;
}

/** A yes or no of a face. Where it cannot be judged, both are null and `reason` says why. */
export interface FaceTrait {
  readonly result: 0 | 1 | null;
  readonly score: number | null;
  readonly reason?: string;
}

/** x and y in pixels of the image; left is left in the image. */
export type FacePlace = readonly [number, number];

/**
 * What a face shows. A field that the tenant has not switched on is absent; a number that cannot be told is null, with
 * the reason in `unavailable`. None of it is evidence of an age, a sex or a feeling.
 */
export interface FaceAttributes {
  readonly smiling?: FaceTrait;
  readonly male?: FaceTrait;
  readonly eyeglasses?: FaceTrait;
  readonly sunglasses?: FaceTrait;
  /** In years. */
  readonly age?: number | null;
  /** Within which the age lies of eight to nine of ten adults. */
  readonly ageRange?: readonly [number, number];
  readonly mustache?: FaceTrait;
  readonly emotions?: Readonly<
    Record<"angry" | "calm" | "confused" | "disgust" | "happy" | "sad" | "surprised", number | null>
  >;
  readonly attractive?: FaceTrait;
  /** Degrees. */
  readonly orientation?: { readonly yaw: number; readonly pitch: number; readonly roll: number };
  readonly blink?: FaceTrait;
  readonly blinkByEye?: { readonly left: number; readonly right: number };
  readonly mouth_open?: FaceTrait;
  readonly components?: Readonly<Record<"left_eye" | "right_eye" | "nose" | "mouth_left" | "mouth_right", FacePlace>>;
  /** Pixels of the image; may reach beyond it. */
  readonly position?: Readonly<Record<"top" | "left" | "right" | "bottom", number>>;
  /** Why a number is null, by `age` or `emotions.confused`. */
  readonly unavailable?: Readonly<Record<string, string>>;
  /** Which frame of a package was looked at; absent of a single image. */
  readonly frame?: number;
  /** Which weights the networks have that were asked, by their names. */
  readonly models: Readonly<Record<string, string>>;
}

// Users and groups.

export interface User {
  readonly userId: string;
  readonly details: string;
  readonly roles: readonly string[];
  readonly groups: readonly { readonly groupId: string; readonly role: "user" | "groupAdmin" }[];
  /** Ids of the faces. */
  readonly faces: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdDate: number;
}

export interface Match {
  /** Whether anybody reaches the threshold; where nobody does, there is `conf` alone beside it. */
  readonly exists: boolean;
  /** 0 to 100: 100 · (1 − FMR^¼) of the false match rate, in percent. */
  readonly conf: number;
  readonly faceId?: string;
  readonly personId?: string;
  readonly userDetails?: { readonly userId: string; readonly details: string };
}

export interface Group {
  readonly groupname: string;
  /** A number as text. */
  readonly sizeLimit: string;
  /** Milliseconds since 1970. */
  readonly createdDate: number;
}

export interface GroupMembers {
  readonly users: readonly {
    readonly userId: string;
    readonly details: string;
    /** When the user came into the group, in milliseconds since 1970. */
    readonly createdTime: number;
    readonly faces: readonly string[];
  }[];
  /** Of all pages; where a page was asked for. */
  readonly totalRecords?: number;
}
