import type { ApiKeyView } from '@/schemas/keys/contract'

/** Whether there is a key that still works, which a new pair would follow. */
export function hasWorkingKey(keys: readonly ApiKeyView[] | undefined): boolean {
  return keys?.some(({ status }) => status === 'active' || status === 'expiring') ?? false
}
