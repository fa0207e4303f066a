'use client'

import { useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { ChannelView } from '@/schemas/channels/contract'
import { CHANNELS } from '@/schemas/channels/words'
import { ChannelActions } from './channel-actions'
import { CHANNEL_DISPLAYS, LEAST_NAMES } from './channel-displays'
import { TestAnswer } from './test-answer'

/** One channel: which alarms it gets, whether its last message arrived, and a test message with its answer below. */
export function ChannelRow({ channel }: { channel: ChannelView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = usePlatformShortfall()
  const { id, kind, name, targetHint, leastSeverity, quietHours, health, problem, lastSentAt, waiting } = channel
  const test = useServerMutation(trpc.channels.test, {
    again: true,
    onSettled: () => client.invalidateQueries(trpc.channels.pathFilter()),
  })
  return (
    <li className="space-y-3 px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 space-y-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="break-words font-medium">{name}</span>
            <StateBadge state={health} displays={CHANNEL_DISPLAYS} />
          </div>
          <p className="break-all text-[0.8125rem] text-muted-foreground">
            {CHANNELS[kind].name} · {targetHint}
          </p>
          <p className="text-[0.8125rem] text-muted-foreground">
            {LEAST_NAMES[leastSeverity]}
            {quietHours ? `; quiet from ${quietHours.from} to ${quietHours.until} (${quietHours.timeZone})` : null}
          </p>
          <p className="text-[0.8125rem] text-muted-foreground">
            {lastSentAt ? (
              <>
                Last message <Time value={lastSentAt} />
              </>
            ) : (
              'No message yet'
            )}
            {waiting > 0 ? `, ${waiting} waiting` : null}
          </p>
        </div>
        <div className="flex items-center gap-2">
          <Button
            icon={<BellRing aria-hidden />}
            size="sm"
            aria-label={`Send a test alarm to ${name}`}
            pending={test.isPending}
            disabledReason={shortfall}
            onClick={() => test.mutate({ channelId: id })}
          >
            Send a test alarm
          </Button>
          <ChannelActions channel={channel} />
        </div>
      </div>
      {test.problem ? <Alert tone="danger">{test.problem}</Alert> : <TestAnswer what="alarm" answer={test.data} />}
      {problem && !test.data ? (
        <Alert tone="danger" title="The last message did not arrive">
          {problem}
        </Alert>
      ) : null}
    </li>
  )
}
