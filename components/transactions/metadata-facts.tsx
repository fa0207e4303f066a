import type { ReactNode } from 'react'

/** What a customer noted on something, one fact a key. */
export function metadataFacts(
  metadata: Record<string, string> | null | undefined,
): { label: string; value: ReactNode }[] {
  return Object.entries(metadata ?? {}).map(([key, value]) => ({
    label: `Metadata: ${key}`,
    value: <span className="break-all">{value}</span>,
  }))
}
