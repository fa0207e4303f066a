import type { seedExports } from '@/db/schema'
import type { SeedExportView } from '@/schemas/seed-exports/contract'

export type SeedExportRow = Omit<typeof seedExports.$inferSelect, 'sealed' | 'publicKey'> & {
  ownerName: string
  ownerEmail: string
}

/** `me`: the id of the reader. */
export function toSeedExport(
  row: SeedExportRow,
  { me, nameOf }: { me: string; nameOf: (actor: string) => string },
): SeedExportView {
  const { id, state, ownerId, ownerName, ownerEmail, reason, fingerprint } = row
  return {
    ...{ id, state, ownerName, ownerEmail, isOwn: ownerId === me, reason, fingerprint },
    proposedBy: nameOf(row.proposedBy),
    approvedBy: nameOf(row.approvedBy),
    opensAt: row.opensAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}
