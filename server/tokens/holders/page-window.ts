import { offsetOf } from '@/server/paging'

/** Which part of an ordered index a page is, counted from its nearer end: nothing lies more than half of it away. */
export function pageWindow(total: number, { page, pageSize }: { page: number; pageSize: number }) {
  const offset = offsetOf(page, pageSize)
  if (offset <= total / 2) return { fromEnd: false, offset, limit: pageSize }
  const end = Math.min(total, offset + pageSize)
  return { fromEnd: true, offset: Math.max(0, total - end), limit: Math.max(0, end - offset) }
}
