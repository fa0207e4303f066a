import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A ULID: 48 bits of time, 80 random bits. Run and event ids of the job service have this shape. */
export function ulid(now = Date.now()): string {
  let time = now
  let head = ''
  for (let i = 0; i < 10; i++) {
    head = ALPHABET.charAt(time % 32) + head
    time = Math.floor(time / 32)
  }
  let tail = ''
  for (const byte of randomBytes(16)) tail += ALPHABET.charAt(byte % 32)
  return head + tail
}
