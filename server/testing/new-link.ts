import { randomUUID } from 'node:crypto'
import { accountLinks } from '@/db/schema'
import { inWorker } from '@/server/ctx'
import { createLinkToken, hashLinkToken } from '@/server/people/links/link-token'
import { first } from './first'

type Wanted = Pick<typeof accountLinks.$inferInsert, 'kind' | 'role' | 'memberOf' | 'userId'> & { email?: string }

/** An open one-time link and its token. */
export function newLink({ email = `${randomUUID()}@example.test`, ...wanted }: Wanted) {
  const token = createLinkToken()
  const made = { tokenHash: hashLinkToken(token), createdBy: 'test', expiresAt: new Date(Date.now() + 3_600_000) }
  return inWorker(async ({ db }) => {
    const row = { ...wanted, ...made, email }
    const { id } = first(await db.insert(accountLinks).values(row).returning({ id: accountLinks.id }))
    return { id, token, email }
  })
}
