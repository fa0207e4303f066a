import { inArray, type SQL, sql } from 'drizzle-orm'
import { projects, type webhookMessages } from '@/db/schema'
import type { KeySource } from '@/schemas/webhooks/contract'
import type { WorkerCtx } from '@/server/ctx'
import { type SecretUse, unsealSecret } from '@/server/custody/secrets'
import { type DestinationKind, EVENT_SUBSCRIPTION, WEBHOOK_ENDPOINT } from './destinations/destination-kinds'
import { recallWebhookSecret } from './request-secrets'

type Message = Pick<
  typeof webhookMessages.$inferSelect,
  'businessId' | 'projectId' | 'sourceId' | 'destinationId' | 'keySource'
>

/**
 * `signedWith`: the source of the keys, which differs from the requested one if that no longer exists. The caller wipes
 * the keys after use.
 */
type FoundKeys = { keys: Uint8Array[]; signedWith: KeySource }
export type KeysOf = (message: Message) => Promise<FoundKeys>

type StoredSource = Exclude<KeySource, 'request'>
/** Encrypted secrets: the current one, and the previous one until the overlap of a rotation ends. */
type SealedRow = { id: string; businessId: string; current: Uint8Array; previous: Uint8Array | null }
type Stored = {
  ownerOf: (message: Message) => string | null
  secretUseOf: (owner: string) => SecretUse
  read: (ctx: WorkerCtx, owners: string[]) => Promise<SealedRow[]>
}

const inOverlap = (until: SQL, previous: SQL) => sql<Uint8Array | null>`case when ${until} > now() then ${previous} end`

function destinationsOf({ table, secretUseOf }: DestinationKind): Stored {
  return {
    ownerOf: ({ destinationId }) => destinationId,
    secretUseOf,
    read: ({ db }, owners) => {
      const { id, businessId, secretSealed: current } = table
      const previous = inOverlap(sql`${table.secretPreviousUntil}`, sql`${table.secretPreviousSealed}`)
      return db.select({ id, businessId, current, previous }).from(table).where(inArray(id, owners))
    },
  }
}

/** The tables with the keys of each source. */
const STORED: Record<StoredSource, Stored> = {
  project: {
    ownerOf: ({ projectId }) => projectId,
    secretUseOf: webhookSecretUse,
    read: ({ db }, owners) => {
      const { id, businessId, webhookSecretSealed: current } = projects
      const previous = inOverlap(
        sql`${projects.webhookSecretPreviousUntil}`,
        sql`${projects.webhookSecretPreviousSealed}`,
      )
      return db.select({ id, businessId, current, previous }).from(projects).where(inArray(id, owners))
    },
  },
  subscription: destinationsOf(EVENT_SUBSCRIPTION),
  endpoint: destinationsOf(WEBHOOK_ENDPOINT),
}

/**
 * Finds the keys that sign these messages, with one statement for each source: a request's own secret while it is in
 * memory, else the project's. Each secret is decrypted once for all its messages. Throws if the owner of the keys no
 * longer exists, so that nothing is sent unsigned.
 */
export async function findKeys(ctx: WorkerCtx, messages: readonly Message[]): Promise<KeysOf> {
  const sources = Object.fromEntries(
    await Promise.all(
      (['project', 'subscription', 'endpoint'] as const).map(async (source) => {
        const { ownerOf, read } = STORED[source]
        const asking = messages.filter((message) => storedSourceOf(message) === source).map(ownerOf)
        const owners = [...new Set(asking.filter((owner) => owner !== null))]
        return [source, owners.length === 0 ? [] : await read(ctx, owners)] as const
      }),
    ),
  )
  const waiting = new Map<string, number>()
  const nameOf = (message: Message) =>
    `${message.businessId} ${storedSourceOf(message)} ${STORED[storedSourceOf(message)].ownerOf(message)}`
  for (const message of messages) waiting.set(nameOf(message), (waiting.get(nameOf(message)) ?? 0) + 1)
  const opened = new Map<string, Promise<Uint8Array[]>>()
  return async (message) => {
    const name = nameOf(message)
    const left = (waiting.get(name) ?? 1) - 1
    waiting.set(name, left)
    const own = message.keySource === 'request' ? recallWebhookSecret(message.sourceId) : null
    if (own !== null) return { keys: [Buffer.from(own, 'utf8')], signedWith: 'request' }
    const source = storedSourceOf(message)
    const { ownerOf, secretUseOf } = STORED[source]
    const owner = ownerOf(message)
    const row = sources[source]?.find(({ id, businessId }) => id === owner && businessId === message.businessId)
    if (!row) throw new Error(`the ${source} of a webhook message does not exist`)
    const keys = opened.get(name) ?? unsealAll(secretUseOf(row.id), row)
    opened.set(name, keys)
    const copies = (await keys).map((key) => Uint8Array.from(key))
    // The last message wipes the original keys.
    if (left <= 0) {
      opened.delete(name)
      for (const key of await keys) key.fill(0)
    }
    return { keys: copies, signedWith: source }
  }
}

function unsealAll(use: SecretUse, { current, previous }: SealedRow): Promise<Uint8Array[]> {
  return Promise.all((previous ? [current, previous] : [current]).map((secret) => unsealSecret(use, secret)))
}

function storedSourceOf({ keySource }: Message): StoredSource {
  return keySource === 'request' ? 'project' : keySource
}

/** The purpose that a project's webhook secrets are encrypted for. */
export function webhookSecretUse(projectId: string): SecretUse {
  return { purpose: 'project-webhook', owner: projectId }
}
