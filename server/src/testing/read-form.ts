/** The form of an answer as a browser reads it: its parts by their names, texts or files. */
export async function readForm(
  mediaType: string,
  bytes: Uint8Array,
): Promise<ReadonlyMap<string, string | File>> {
  const headers = { 'content-type': mediaType };
  const response = new Response(new Uint8Array(bytes), { headers });
  // Deprecated for servers, which may get any form; this one is our own.
  // oxlint-disable-next-line typescript/no-deprecated
  return new Map(await response.formData());
}
