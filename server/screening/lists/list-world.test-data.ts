import { and, eq, isNull } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { blockedAddresses, screeningLists } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { findBlocked } from '@/server/screening/find-blocked'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import type { ListSource } from './list-source'
import { parseText } from './parse-text.test-data'
import { readScreeningList } from './read-list'

/** A database without a list before each test. */
export function openLists() {
  openDatabase()
  let businessId: string
  beforeAll(async () => {
    businessId = (await createTenant()).businessId
  })
  beforeEach(async () => {
    const { db } = workerCtx()
    await db.delete(screeningLists)
    await db.update(blockedAddresses).set({ removedAt: new Date(), removedBy: 'test' })
  })
  afterEach(() => {
    env().SCREENING_LIST = 'none'
  })
  return {
    read: (source: ListSource | null) => readScreeningList(workerCtx(), source),
    isBlocked: async (address: string) => (await findBlocked({ db: workerCtx().db, businessId }, [address])).size === 1,
    inForce: async () => {
      const isOn = and(eq(blockedAddresses.source, 'LIST'), isNull(blockedAddresses.removedAt))
      return (await workerCtx().db.select().from(blockedAddresses).where(isOn)).length
    },
  }
}

/** A list of this content, as a file has it. */
export const listOf = (addresses: readonly string[], name = 'test'): ListSource => ({
  name,
  read: async (known) => {
    const content = await parseText(addresses.join('\n'))
    return { etag: null, content: content.hash === known.hash ? null : content }
  },
})

export const failing: ListSource = {
  name: 'test',
  read: () => Promise.reject(new Error('the file cannot be read (ENOENT)')),
}

export const some = (count: number) =>
  Array.from({ length: count }, (_, n) => `0x${(n + 1).toString(16).padStart(40, '0')}`)
