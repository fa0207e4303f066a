import type { businesses, memberships, projects, users } from '@/db/schema'
import type { BusinessDetail, BusinessView } from '@/schemas/businesses/contract'

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
  { projects, people }: Pick<BusinessDetail, 'projects' | 'people'>,
): BusinessDetail {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    projects,
    people,
  }
}

export function toProjectOfBusiness(row: ProjectRow, liveKeys: number): BusinessDetail['projects'][number] {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    testnetsOnly: row.testnetsOnly,
    liveKeys,
    createdAt: row.createdAt.toISOString(),
  }
}

export function toMember(row: MemberRow): BusinessDetail['people'][number] {
  return { id: row.id, name: row.name, email: row.email, role: row.role, isActive: row.isActive }
}
