import { asc, eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { mailMessages, memberships, users } from '@/db/schema'
import { workerCtx } from '@/server/ctx'

const db = () => workerCtx().db

/** Adds an owner, who gets the emails of the business. */
export async function giveOwner({ businessId }: { businessId: string }, name = 'Ada'): Promise<string> {
  const userId = newId()
  await db()
    .insert(users)
    .values({ id: userId, email: `${userId}@example.com`, name, passwordHash: '' })
  await db().insert(memberships).values({ userId, memberOf: businessId, role: 'owner' })
  return userId
}

/** The emails to people of a business, in the order they were written. */
export function mailsOf({ businessId }: { businessId: string }) {
  return db().select().from(mailMessages).where(eq(mailMessages.businessId, businessId)).orderBy(asc(mailMessages.id))
}
