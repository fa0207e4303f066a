import type { ApiKeyView, NamedKeyView } from '@/schemas/keys/contract'

/** Whether there is a key that still works, which a new pair would follow. */
export function hasWorkingKey(keys: readonly ApiKeyView[] | undefined): boolean {
  return keys?.some(isWorking) ?? false
}

/** The name of the newest pair that still works, of keys that are listed newest first; empty if there is none. */
export function currentPairName(keys: readonly NamedKeyView[] | undefined): string {
  return keys?.find(isWorking)?.name ?? ''
}

function isWorking({ status }: ApiKeyView): boolean {
  return status === 'active' || status === 'expiring'
}
