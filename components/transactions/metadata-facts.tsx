import type { ReactNode } from 'react'

/** The metadata that a customer attached, one fact per key. */
export function metadataFacts(
  metadata: Record<string, string> | null | undefined,
): { label: string; value: ReactNode }[] {
  return Object.entries(metadata ?? {}).map(([key, value]) => ({
    label: `Metadata: ${key}`,
    value: <span className="break-all">{value}</span>,
  }))
}
