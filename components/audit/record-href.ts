import { toId } from '@/components/filters/parse-as-id'
import { paths } from '@/components/paths'
import type { DetailForm } from '@/schemas/audit/detail-fields'

type Reader = {
  /** The project of the entry or, without one, of the reader. */
  projectId: string | null
  isOperator: boolean
}

/** The page of a record that an audit entry names; null if the reader cannot open one. */
export function recordHref(
  { form, value }: { form: DetailForm; value: string },
  { projectId, isOperator }: Reader,
): string | null {
  const id = toId(value)
  if (id === null) return null
  if (isOperator && form === 'business') return paths.business(id)
  if (isOperator && form === 'transaction') return paths.operatorTransaction(id)
  if (isOperator && form === 'payment') return paths.operatorPayment(id)
  if (projectId === null) return null
  if (form === 'transaction') return paths.transaction(projectId, id)
  if (form === 'payment') return paths.payment(projectId, id)
  if (form === 'token') return paths.token(projectId, id)
  if (form === 'deposit') return paths.deposit(projectId, id)
  return null
}
