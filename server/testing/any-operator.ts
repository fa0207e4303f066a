import { v7 } from 'uuid'

/** An operator who acts, and the id of their request; another one with each call. */
export const anyOperator = (id = v7()) => ({ actor: { type: 'user', id, name: 'Operator' }, requestId: v7() }) as const
