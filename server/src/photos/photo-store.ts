/** Keeps the pictures of photos, by the ids of these. A picture never changes. */
export interface PhotoStore {
  /** Keeps a picture; what was put survives a crash. Putting it again changes nothing. */
  put(id: string, picture: Buffer): Promise<void>;
  /** The picture; undefined where there is none. */
  get(id: string): Promise<Buffer | undefined>;
  /** Forgets a picture, if there is one. */
  delete(id: string): Promise<void>;
}
