import type { NoticeChannelView } from '@/schemas/notices/contract'
import type { NoticeChannelRow } from './own-channel'

export function toNoticeChannel(row: NoticeChannelRow): NoticeChannelView {
  const { id, kind, name, targetHint, isActive, problem, lastSentAt } = row
  return {
    id,
    kind,
    name,
    targetHint,
    isActive,
    health: isActive ? healthOf(row) : 'off',
    problem: isActive ? problem : null,
    lastSentAt: lastSentAt?.toISOString() ?? null,
  }
}

function healthOf({ problem, lastSentAt }: NoticeChannelRow): NoticeChannelView['health'] {
  if (problem !== null) return 'failing'
  return lastSentAt === null ? 'unused' : 'well'
}
