import type { SecretUse } from '@/server/custody/secrets'

/** The use that the target of an alarm channel is sealed for. */
export function targetUse(channelId: string): SecretUse {
  return { purpose: 'alarm-channel', owner: channelId }
}
