'use client'

import { lazyPart } from '@/components/ui/lazy-part'
import { useLazyDialog } from '@/components/ui/use-lazy-dialog'
import type { ChannelView } from '@/schemas/channels/contract'
import { MIN_SEVERITY_NAMES } from './channel-displays'
import type { ChannelOwner } from './channel-owner'
import { ChannelRow } from './channel-row'

const form = lazyPart(() => import('./alarm-channel-form'))

type AlarmChannelRowProps = { owner: ChannelOwner<object>; channel: ChannelView }

/** A channel of the operators: also which alarms it gets, and when. */
export function AlarmChannelRow({ owner, channel }: AlarmChannelRowProps) {
  const { leastSeverity, quietHours, waiting } = channel
  const edit = useLazyDialog(form, ({ AlarmChannelForm }, state) => <AlarmChannelForm channel={channel} {...state} />)
  const quiet = quietHours && `quiet from ${quietHours.from} to ${quietHours.until} (${quietHours.timeZone})`
  return (
    <ChannelRow
      owner={owner}
      channel={channel}
      terms={[MIN_SEVERITY_NAMES[leastSeverity], quiet].filter(Boolean).join('; ')}
      waiting={waiting}
      edit={edit}
    />
  )
}
