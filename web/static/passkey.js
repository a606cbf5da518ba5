// Makes or uses a passkey before its form is sent: the browser asks its person, and what it then says becomes fields of the form.
// Where there are no passkeys, the forms stay hidden.
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
const base64URL = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

function request(options) {
  const credentials = options.credentials.map((id) => ({ type: "public-key", id: bytes(id) }));
  const common = { challenge: bytes(options.challenge), timeout: options.milliseconds };
  if (!options.person) {
    return {
      ...common, rpId: options.site, allowCredentials: credentials,
      userVerification: options.needsVerified ? "required" : "preferred",
    };
  }
  const { handle, name, tenantName } = options.person;
  return {
    ...common, attestation: "none", excludeCredentials: credentials,
    rp: { id: options.site, name: tenantName },
    user: { id: bytes(handle), name, displayName: name },
    pubKeyCredParams: options.algorithms.map((alg) => ({ type: "public-key", alg })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  };
}

async function fill(form) {
  const answer = await fetch(form.getAttribute("action") + "/options", {
    method: "POST", body: new URLSearchParams({ csrf: form.elements.csrf?.value ?? "" }),
  });
  if (!answer.ok) throw new Error("no options");
  const publicKey = request(await answer.json());
  const made = await navigator.credentials[form.dataset.passkey]({ publicKey });
  const { response } = made;
  const fields = {
    id: made.rawId, clientData: response.clientDataJSON,
    authenticatorData: response.authenticatorData ?? response.getAuthenticatorData(),
    signature: response.signature, userHandle: response.userHandle,
  };
  for (const [name, value] of Object.entries(fields)) form.elements[name].value = value ? base64URL(value) : "";
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.hidden = !("credentials" in navigator && "PublicKeyCredential" in window);
  const alert = form.querySelector("[role=alert]");
  let isAsking = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    alert.hidden = true;
    try {
      await fill(form);
      form.submit();
    } catch {
      // Whoever has said no, too; which of them it was browsers do not tell.
      alert.hidden = false;
    }
    isAsking = false;
  });
}
