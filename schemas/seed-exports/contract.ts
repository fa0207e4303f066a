import { z } from 'zod'
import { reasonText } from '@/schemas/text/contract'
import type { SeedExportState } from './words'

export const exportOfBusiness = z.object({ businessId: z.uuid() })
export const proposeExportInput = exportOfBusiness.extend({ ownerId: z.uuid(), reason: reasonText })
export type ProposeExportInput = z.output<typeof proposeExportInput>

/** The proposed export that waits for a second operator, with the owner as the first operator saw them. */
export const proposedExport = proposeExportInput.extend({ ownerName: z.string(), ownerEmail: z.string() })
export type ProposedExport = z.output<typeof proposedExport>

const exportRef = z.object({ exportId: z.uuid() })
const password = z.string().min(1, 'Enter your password').max(200)

export const confirmExportInput = exportRef.extend({
  publicKey: z.string().trim().min(1, 'Paste your public key').max(8_192, 'This is too long for a public key'),
  password,
})
export type ConfirmExportInput = z.output<typeof confirmExportInput>
export const takeExportInput = exportRef.extend({ password })
export type TakeExportInput = z.output<typeof takeExportInput>
export const stopExportInput = exportRef
export type StopExportInput = z.output<typeof stopExportInput>
export const stopExportOfBusinessInput = exportRef.extend({ reason: reasonText })
export type StopExportOfBusinessInput = z.output<typeof stopExportOfBusinessInput>

export type SeedExportView = {
  id: string
  state: SeedExportState
  ownerName: string
  ownerEmail: string
  /** Whether it is for the person who looks. */
  isOwn: boolean
  reason: string
  proposedBy: string
  approvedBy: string
  /** SHA-256 of the owner's public key, in hex; null until it is named. */
  fingerprint: string | null
  opensAt: string | null
  expiresAt: string
  createdAt: string
  endedAt: string | null
}
