import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Pool } from '@/db/pool'
import { derivedSecret, derivedSecrets } from '@/server/env'
import { isStopping } from '@/server/waking/stopping'
import { type HeldSecret, heldSecrets, takeSecrets } from './request-secrets'

const CHANNEL = 'slipway_secrets'
const PURPOSE = 'webhook-secret-holders'
/** A notification of Postgres has at most 8000 bytes. */
const BYTES_PER_NOTE = 4_000
/** Secrets that no other process takes end with this process. Two seconds are enough on a busy machine. */
const ANSWER_MS = 2_000

const note = z.object({
  kind: z.enum(['leaving', 'here', 'secrets', 'taken']),
  from: z.string(),
  to: z.string().optional(),
  key: z.string().optional(),
  box: z.string().optional(),
})
type Note = z.infer<typeof note>
const secretList = z.array(z.tuple([z.string(), z.string(), z.number()]))

/**
 * Passes webhook secrets from a process that shuts down to one that continues. They are sent as Postgres notifications,
 * which are written to no table and no write-ahead log, encrypted to a key in the memory of the process that receives
 * them. A key derived from SLIPWAY_SECRET authenticates each notification: access to the database alone allows neither
 * reading nor requesting secrets.
 */
export async function joinSecretHolders(
  pool: Pool,
  { answerMs = ANSWER_MS } = {},
): Promise<{ share: () => Promise<number> }> {
  const me = randomUUID()
  const own = generateKeyPairSync('x25519')
  let onNote: (note: Note) => void = () => {}
  const send = (note: Omit<Note, 'from'>) => pool.notify(CHANNEL, sign({ ...note, from: me }))
  const answer = async (note: Note) => {
    if (note.from === me || (note.to !== undefined && note.to !== me)) return
    if (note.kind === 'leaving' && !isStopping())
      await send({ kind: 'here', to: note.from, key: exported(own.publicKey) })
    else if (note.kind === 'secrets' && note.key && note.box) {
      takeSecrets(secretList.parse(JSON.parse(open(note.box, sharedKey(own.privateKey, note.key)))))
      await send({ kind: 'taken', to: note.from })
    } else onNote(note)
  }
  await pool.listen(CHANNEL, (payload) => {
    const note = verified(payload)
    // A notification that cannot be read or sent counts as lost: the project's key signs then.
    if (note) void answer(note).catch(() => {})
  })

  async function share(): Promise<number> {
    const parts = inParts(heldSecrets())
    if (parts.length === 0) return 0
    const taken = next('here')
    await send({ kind: 'leaving' })
    const recipient = await taken
    if (!recipient?.key) return 0
    let passed = 0
    for (const part of parts) {
      const { publicKey, privateKey } = generateKeyPairSync('x25519')
      const box = seal(JSON.stringify(part), sharedKey(privateKey, recipient.key))
      const received = next('taken')
      await send({ kind: 'secrets', to: recipient.from, key: exported(publicKey), box })
      if (!(await received)) break
      passed += part.length
    }
    return passed
  }

  function next(kind: Note['kind']): Promise<Note | null> {
    const arrived = new Promise<Note>((resolve) => {
      onNote = (note) => note.kind === kind && resolve(note)
    })
    return Promise.race([arrived, wait(answerMs, null, { ref: false })])
  }

  return { share }
}

function inParts(held: readonly HeldSecret[]): HeldSecret[][] {
  const parts: HeldSecret[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const one of held) {
    const bytes = Buffer.byteLength(JSON.stringify(one)) + 1
    if (size + bytes > BYTES_PER_NOTE) {
      parts.push([])
      size = 0
    }
    size += bytes
    parts.at(-1)?.push(one)
  }
  return parts
}

function sign(note: Note): string {
  const text = JSON.stringify(note)
  return `${mac(text, derivedSecret(PURPOSE)).toString('base64')}.${text}`
}

function verified(payload: string): Note | null {
  const dot = payload.indexOf('.')
  const actual = Buffer.from(payload.slice(0, dot), 'base64')
  const text = payload.slice(dot + 1)
  const isOurs = derivedSecrets(PURPOSE).some((secret) => {
    const expected = mac(text, secret)
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  })
  if (!isOurs) return null
  return note.parse(JSON.parse(text))
}

function mac(text: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}

function exported(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).toString('base64')
}

function sharedKey(privateKey: KeyObject, theirs: string): Buffer {
  const publicKey = createPublicKey({ key: Buffer.from(theirs, 'base64'), format: 'der', type: 'spki' })
  return Buffer.from(hkdfSync('sha256', diffieHellman({ privateKey, publicKey }), '', CHANNEL, 32))
}

function seal(text: string, key: Buffer): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

function open(box: string, key: Buffer): string {
  const bytes = Buffer.from(box, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}
