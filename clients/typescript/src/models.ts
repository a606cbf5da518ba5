/*
 * What the server answers, by the names of `docs/openapi.yaml`. Members that the server may add to are plain texts, and
 * answers may have more members one day.
 */

/** 0 failed, 1 pending, 2 complete. */
export type EnrollmentStatus = 0 | 1 | 2;
export type RequiredCheck = "addDevice" | "addFace" | "addDocument";
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
  /** Absent where the username is registered. */
  readonly enrollmentToken?: string;
  readonly userExistsAlready: boolean;
  readonly requiredChecks: readonly RequiredCheck[];
  readonly recordVideo: boolean;
  readonly challengeRequired?: true;
}

export interface StepResponse {
  readonly enrollmentStatus: EnrollmentStatus;
  /** Empty until the first check was accepted; a registration's where the status is 2. */
  readonly registrationCode: string;
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
  /** 100 speaks for a living person; -1 where nothing was computed. */
  readonly score: number;
  readonly score_frr: number;
  readonly algorithm_results: readonly { readonly name: string; readonly score: number }[];
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
  /** -log10 of the false match rate; 0 where nothing was compared. */
  readonly matchScore: number;
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

export interface VerifiedPerson {
  readonly username: string;
  readonly name: string;
  readonly email?: string;
  readonly phoneNumber?: string;
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
  /** For the tenant's own client; absent for a phone. */
  readonly enrollment?: EnrollmentDetail;
}
