/** The bytes of a text in base64 (or base64url), or null for other text: `Buffer.from` skips unknown characters. */
export function readBase64(text: string): Buffer | null {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Buffer.from(standard, 'base64')
  const again = bytes.toString('base64')
  return bytes.length > 0 && [again, again.replace(/=+$/, '')].includes(standard) ? bytes : null
}
