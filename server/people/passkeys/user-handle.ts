/** How authenticators know a person: the bytes of their id, and the same as base64url. No mail address, no name. */
export function userHandle(userId: string): { bytes: Uint8Array<ArrayBuffer>; text: string } {
  const bytes = Buffer.from(userId.replaceAll('-', ''), 'hex')
  return { bytes: new Uint8Array(bytes), text: bytes.toString('base64url') }
}
