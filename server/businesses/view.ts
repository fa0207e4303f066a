import type { businesses, memberships, projects, users } from '@/db/schema'
import type { BusinessActivity, BusinessDetail, BusinessView } from '@/schemas/businesses/contract'
import { formatUsd } from '@/server/money/usd'
import type { ActivityRow } from './read-activity'

type BusinessRow = typeof businesses.$inferSelect
type ProjectRow = Pick<typeof projects.$inferSelect, 'id' | 'name' | 'status' | 'testnetsOnly' | 'createdAt'>
type MemberRow = Pick<typeof users.$inferSelect, 'id' | 'name' | 'email' | 'isActive'> &
  Pick<typeof memberships.$inferSelect, 'role'>

export function toBusiness(
  row: BusinessRow,
  counts: Pick<BusinessView, 'projectCount' | 'peopleCount' | 'awaitingKeys'>,
): BusinessView {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    status: row.status,
    ...counts,
    createdAt: row.createdAt.toISOString(),
  }
}

export function toBusinessDetail(
  row: BusinessRow,
  { projects, people, activity }: Pick<BusinessDetail, 'projects' | 'people' | 'activity'>,
): BusinessDetail {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    activity,
    projects,
    people,
  }
}

/** The activity of these projects together. */
export function toActivity(rows: readonly ActivityRow[]): BusinessActivity {
  const sum = (read: (row: ActivityRow) => number) => rows.reduce((total, row) => total + read(row), 0)
  const calls = rows.flatMap(({ lastCallAt }) => lastCallAt ?? []).sort()
  return {
    volumeUsd: formatUsd(rows.reduce((total, { micros }) => total + BigInt(micros), 0n)),
    transactions: { ok: sum(({ ok }) => ok), failed: sum(({ failed }) => failed) },
    lastCallAt: calls.at(-1) ?? null,
    failingDestinations: sum(({ failing }) => failing),
  }
}

export function toProjectOfBusiness(
  row: ProjectRow,
  { liveKeys, activity }: { liveKeys: number; activity: BusinessActivity },
): BusinessDetail['projects'][number] {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    testnetsOnly: row.testnetsOnly,
    liveKeys,
    createdAt: row.createdAt.toISOString(),
    activity,
  }
}

export function toMember(row: MemberRow): BusinessDetail['people'][number] {
  return { id: row.id, name: row.name, email: row.email, role: row.role, isActive: row.isActive }
}
