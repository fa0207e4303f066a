'use client'

import { useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { CHANNEL_DISPLAYS } from '@/components/channels/channel-displays'
import { TestAnswer } from '@/components/channels/test-answer'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import { CHANNELS } from '@/schemas/channels/words'
import type { NoticeChannelView } from '@/schemas/notices/contract'

type NoticeChannelRowProps = { projectId: string; channel: NoticeChannelView }

/** One channel, whether its last message arrived, and a test message with its answer below. */
export function NoticeChannelRow({ projectId, channel }: NoticeChannelRowProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = useRoleShortfall(projectId, 'developer')
  const [isRemoving, setRemoving] = useState(false)
  const { id: channelId, kind, name, targetHint, isActive, health, problem, lastSentAt } = channel
  const refresh = () => client.invalidateQueries(trpc.notices.listChannels.pathFilter())
  const test = useServerMutation(trpc.notices.testChannel, { again: true, onSettled: refresh })
  const setActive = useServerMutation(trpc.notices.setChannelActive, {
    again: true,
    onSuccess: async (_none, asked) => {
      await refresh()
      toast.success(asked.isActive ? 'Channel resumed' : 'Channel paused')
    },
    onError: (error) => toast.error(refusalText(error)),
  })
  const remove = useServerMutation(trpc.notices.removeChannel, {
    onSuccess: async () => {
      setRemoving(false)
      await refresh()
      toast.success('Channel removed')
    },
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
            {lastSentAt ? (
              <>
                Last message <Time value={lastSentAt} />
              </>
            ) : (
              'No message yet'
            )}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            icon={<BellRing aria-hidden />}
            size="sm"
            aria-label={`Send a test message to ${name}`}
            pending={test.isPending}
            disabledReason={shortfall}
            onClick={() => test.mutate({ projectId, channelId })}
          >
            Send test
          </Button>
          <Button
            size="sm"
            aria-label={`${isActive ? 'Pause' : 'Resume'} ${name}`}
            pending={setActive.isPending}
            disabledReason={shortfall}
            onClick={() => setActive.mutate({ projectId, channelId, isActive: !isActive })}
          >
            {isActive ? 'Pause' : 'Resume'}
          </Button>
          <Button size="sm" aria-label={`Remove ${name}`} disabledReason={shortfall} onClick={() => setRemoving(true)}>
            Remove
          </Button>
        </div>
      </div>
      {test.problem ? <Alert tone="danger">{test.problem}</Alert> : <TestAnswer what="message" answer={test.data} />}
      {problem && !test.data ? (
        <Alert tone="danger" title="The last message did not arrive">
          {problem}
        </Alert>
      ) : null}
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={`Remove ${name}?`}
        description="The channel gets no further messages, and its address is deleted."
        confirmLabel="Remove channel"
        mutation={remove}
        onConfirm={() => remove.mutate({ projectId, channelId })}
      />
    </li>
  )
}
