/*
 * A tenant's users and groups (HyperSecure), for a back end of the tenant that vouches for the images. No call judges
 * whether a living person was before a camera: a match says that two images show one face, and authenticates nobody.
 */
import type { Consent } from "./calls.js";
import { encodeBase64, utf8 } from "./encoding.js";
import type { Group, GroupMembers, Match, User } from "./models.js";
import { Transport, type TransportOptions } from "./transport.js";

export interface UsersOptions extends TransportOptions {
  /** The secret of a client with the scope `users:admin`; opens every call. */
  readonly adminToken?: string;
  /** In its place a user's, of `tokenByPassword` or `tokenByFace`, which opens the user's own. */
  readonly userToken?: string;
}

/** What a user is registered with beside the images. */
export interface NewUser {
  /** The group `default` where absent. */
  readonly groupId?: string;
  readonly details?: string;
  readonly consent?: Consent;
}

/**
 * A tenant's client for users and groups. A refusal is an OnboardingError with `errorCode` of the HyperSecure guide
 * (603 to 699) in `details`.
 */
export class Users {
  private readonly transport: Transport;
  private readonly headers: Readonly<Record<string, string>>;

  /**
   * @param baseURL the public URL of the installation.
   * @param clientId of a client with the scope `users`; its secret is next.
   */
  constructor(baseURL: string, clientId: string, clientSecret: string, options: UsersOptions = {}) {
    this.transport = new Transport(baseURL, options);
    this.headers = {
      Accept: "application/json",
      "Content-Type": "application/json",
      Authorization: `Basic ${encodeBase64(utf8(`${clientId}:${clientSecret}`))}`,
      ...(options.adminToken === undefined ? {} : { "X-Admin-Token": options.adminToken }),
      ...(options.userToken === undefined ? {} : { "X-User-Token": options.userToken }),
    };
  }

  // Users.

  /** Registers a user by one to five images of the face; the ids of the faces. */
  async enroll(
    userId: string, images: readonly Uint8Array[], more: NewUser = {},
  ): Promise<readonly string[]> {
    return faces(await this.ask("/user/enroll", { userId, ...more }, images, false));
  }

  /** What is kept of a user. */
  user(userId: string): Promise<User> {
    return this.ask("/user/get", { userId });
  }

  /** Changes the details. */
  async edit(userId: string, details: string): Promise<void> {
    await this.ask("/user/edit", { userId, details });
  }

  /** Erases the person. */
  async remove(userId: string): Promise<void> {
    // Once it was done the user is unknown, so that a repeat would be refused.
    await this.ask("/user/remove", { userId }, [], false);
  }

  /** Adds one to five images; the ids of the faces. */
  async addFaces(userId: string, images: readonly Uint8Array[]): Promise<readonly string[]> {
    return faces(await this.ask("/user/addFace", { userId }, images, false));
  }

  /** Removes one face. */
  async removeFace(userId: string, faceId: string): Promise<void> {
    await this.ask("/user/removeFace", { userId, faceId }, [], false);
  }

  /** The ids of a user's faces. */
  async faces(userId: string): Promise<readonly string[]> {
    return (await this.ask<{ faces: readonly string[] }>("/user/fetchFaces", { userId })).faces;
  }

  /** Addresses that show the images to whoever has them, for 300 seconds. */
  async faceURLs(userId: string): Promise<readonly string[]> {
    return (await this.ask<{ faceUrls: readonly string[] }>("/user/fetchFaceUrls", { userId })).faceUrls;
  }

  /** Six digits, good for 300 seconds and five tries; mailed as well where the server can. */
  async oneTimePassword(userId: string): Promise<string> {
    return (await this.ask<{ otp: string }>("/user/getOTP", { userId })).otp;
  }

  /** A user's token for the one-time password, which is used up. */
  async tokenByPassword(
    userId: string, otp: string, options: { readonly isPermanent?: boolean } = {},
  ): Promise<string> {
    const asked = { userId, otp, permanent: options.isPermanent === true };
    return (await this.ask<{ token: string }>("/user/auth", asked, [], false)).token;
  }

  /** A user's token for an image of the face. */
  async tokenByFace(userId: string, image: Uint8Array): Promise<string> {
    return (await this.ask<{ token: string }>("/user/faceauth", { userId }, [image])).token;
  }

  /** Ends all tokens of a user. */
  async revokeTokens(userId: string): Promise<void> {
    await this.ask("/user/revokeTokens", { userId });
  }

  // Images.

  /** Whether an image shows the face of a user. */
  verify(userId: string, image: Uint8Array): Promise<Match> {
    return this.ask("/image/verify", { userId }, [image]);
  }

  /** Whose face an image shows, of the members of a group; of everybody where none is named. */
  recognize(image: Uint8Array, groupId?: string): Promise<Match> {
    return this.ask("/image/recognize", groupId === undefined ? {} : { groupId }, [image]);
  }

  // Groups.

  /** The id of a new group. */
  async createGroup(groupname: string, sizeLimit: number): Promise<string> {
    return (await this.ask<{ groupId: string }>("/group/create", { groupname, sizeLimit }, [], false)).groupId;
  }

  /** A group's name and limit. */
  group(groupId: string): Promise<Group> {
    return this.ask("/group/get", { groupId });
  }

  /** Changes what is given. */
  async editGroup(
    groupId: string, params: { readonly groupname?: string; readonly sizeLimit?: number },
  ): Promise<void> {
    await this.ask("/group/edit", { groupId, params });
  }

  /** Removes a group; its members stay users. */
  async removeGroup(groupId: string): Promise<void> {
    await this.ask("/group/remove", { groupId }, [], false);
  }

  /** Adds a user to a group. */
  async addToGroup(groupId: string, userId: string): Promise<void> {
    await this.ask("/group/addUser", { groupId, userId });
  }

  /** Removes a user from a group. */
  async removeFromGroup(groupId: string, userId: string): Promise<void> {
    await this.ask("/group/removeUser", { groupId, userId });
  }

  /** Gives a member of a group another role. */
  async setRole(groupId: string, userId: string, groupRole: "user" | "groupAdmin"): Promise<void> {
    await this.ask("/group/userRole", { groupId, userId, groupRole });
  }

  /** The members of a group, or a page of them, from 1; without a page at most 1,000. */
  groupMembers(
    groupId: string, page: { readonly pageNumber?: number; readonly pageSize?: number } = {},
  ): Promise<GroupMembers> {
    return this.ask("/group/listUsers", { groupId, ...page });
  }

  // Requests.

  private async ask<T>(
    endpoint: string, values: object, images: readonly Uint8Array[] = [], isRepeatable = true,
  ): Promise<T> {
    const label = (index: number): string => (images.length === 1 ? "image" : `image${index + 1}`);
    const labelled = Object.fromEntries(images.map((image, index) => [label(index), encodeBase64(image)]));
    const answer = await this.transport.send({
      method: "POST",
      path: `/hypersecure/v1${endpoint}`,
      headers: this.headers,
      body: JSON.stringify({ ...values, ...labelled }),
      isRepeatable,
    });
    if (answer.status !== 200) throw answer.refusal();
    return answer.json<T>();
  }
}

const faces = (made: { faceIds: readonly { readonly faceId: string }[] }): readonly string[] =>
  made.faceIds.map(({ faceId }) => faceId);
