'use client'

import { useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import { CHANNELS } from '@/schemas/channels/words'
import { ChannelActions, type ChannelEdit } from './channel-actions'
import { CHANNEL_DISPLAYS } from './channel-displays'
import type { Channel, ChannelOwner } from './channel-owner'
import { TestAnswer } from './test-answer'

type ChannelRowProps<Scope extends object> = {
  owner: ChannelOwner<Scope>
  channel: Channel
  /** The kinds of messages that the channel gets, if its owner can choose them. */
  terms?: ReactNode
  /** Messages that wait to be sent. */
  waiting?: number
  edit?: ChannelEdit
}

/** One channel, whether its last message arrived, and a test message with its answer below. */
export function ChannelRow<Scope extends object>(props: ChannelRowProps<Scope>) {
  const { owner, channel, terms, waiting = 0, edit } = props
  const client = useQueryClient()
  const { id: channelId, kind, name, targetHint, health, problem, lastSentAt } = channel
  const test = useServerMutation(owner.test, {
    again: true,
    onSettled: () => client.invalidateQueries(owner.lists),
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
          {terms ? <p className="text-[0.8125rem] text-muted-foreground">{terms}</p> : null}
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
            aria-label={`${owner.testLabel} to ${name}`}
            pending={test.isPending}
            disabledReason={owner.shortfall}
            onClick={() => test.mutate({ ...owner.scope, channelId })}
          >
            {owner.testLabel}
          </Button>
          <ChannelActions owner={owner} channel={channel} edit={edit} />
        </div>
      </div>
      {test.problem ? (
        <Alert tone="danger">{test.problem}</Alert>
      ) : (
        <TestAnswer kind={owner.message} answer={test.data} />
      )}
      {problem && !test.data ? (
        <Alert tone="danger" title="The last message did not arrive">
          {problem}
        </Alert>
      ) : null}
    </li>
  )
}
