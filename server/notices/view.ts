import type { notices } from '@/db/schema'
import type { NoticePreference, NoticeView } from '@/schemas/notices/contract'
import { type Mailing, NOTICE_KINDS, NOTICES, type NoticeKind } from '@/schemas/notices/words'

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

type Choice = { kind: NoticeKind; isMailed: boolean; isDaily: boolean }

/** The email settings of a person: their choice for each kind, else the default of their role. */
export function toPreferences(choices: readonly Choice[], { isOwner }: { isOwner: boolean }): NoticePreference[] {
  return NOTICE_KINDS.filter((kind) => NOTICES[kind].isMailed).map((kind) => ({
    kind,
    mailing: toMailing(choices.find((choice) => choice.kind === kind) ?? { isMailed: isOwner, isDaily: false }),
  }))
}

function toMailing({ isMailed, isDaily }: Omit<Choice, 'kind'>): Mailing {
  if (!isMailed) return 'off'
  return isDaily ? 'daily' : 'at_once'
}
