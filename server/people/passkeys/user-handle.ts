/**
 * The user handle that authenticators store: the bytes of the person's id, and their base64url. It holds no email
 * address and no name.
 */
export function userHandle(userId: string): { bytes: Uint8Array<ArrayBuffer>; text: string } {
  const bytes = Buffer.from(userId.replaceAll('-', ''), 'hex')
  return { bytes: new Uint8Array(bytes), text: bytes.toString('base64url') }
}
