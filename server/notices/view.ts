import type { notices } from '@/db/schema'
import type { NoticePreference, NoticeView } from '@/schemas/notices/contract'
import { NOTICE_KINDS, NOTICES, type NoticeKind } from '@/schemas/notices/words'

/** `readAt`: when the reader last looked. */
export function toNotice(row: typeof notices.$inferSelect, readAt: Date | null): NoticeView {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    detail: row.detail,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    isNew: row.closedAt === null && (readAt === null || row.openedAt > readAt),
  }
}

export function toPreferences(muted: readonly NoticeKind[]): NoticePreference[] {
  return NOTICE_KINDS.filter((kind) => NOTICES[kind].isMailed).map((kind) => ({
    kind,
    isMailed: !muted.includes(kind),
  }))
}
