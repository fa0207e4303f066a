import { shortenMiddle } from '@/components/ui/shorten-middle'

/** Addresses and hashes of both chain types, and UUIDs. */
const IDS =
  /\b(?:0x)?[0-9a-f]{40,}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b(?=[a-zA-Z]*\d)[1-9A-HJ-NP-Za-km-z]{32,44}\b/gi

/** A text with its ids shortened to their ends. */
export function shortenIds(text: string): string {
  return text.replace(IDS, shortenMiddle)
}
