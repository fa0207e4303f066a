import { z } from 'zod'
import { paymentRef } from '@/schemas/payments/contract'

const DOCUMENT_NAMES = ['invoice', 'receipt'] as const
export type DocumentName = (typeof DOCUMENT_NAMES)[number]

export const documentRef = paymentRef.extend({ name: z.enum(DOCUMENT_NAMES) })
export type DocumentRef = z.output<typeof documentRef>

/** A label and its value. */
export type DocumentFact = { label: string; value: string }

/** An invoice or a receipt as it is read: every text of it, in its order. */
export type DocumentContent = {
  title: string
  /** `INV-2026-000017`: also the name of its file. */
  number: string
  issuedAt: string
  /** The outcome as one word. */
  stamp: { text: string; tone: 'good' | 'open' | 'void' }
  seller: string[]
  buyer: string[]
  facts: DocumentFact[]
  lines: { text: string; detail: string; amount: string }[]
  totals: (DocumentFact & { isMain: boolean })[]
  /** The accounts to pay to, the money received, and the refunds. Each entry is one account or one amount of money. */
  sections: { title: string; intro: string; entries: DocumentFact[][] }[]
}
