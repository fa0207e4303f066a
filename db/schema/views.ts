import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { SAVED_LISTS } from '../../schemas/views/words'
import { businessId, createdAt, id, updatedAt } from '../columns'

/** Filters of a list that a person saved under a name, for one project. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    userId: uuid('user_id').notNull(),
    list: text('list', { enum: SAVED_LISTS }).notNull(),
    name: text('name').notNull(),
    /** The query of the list's address, in the form of `checkListQuery`. */
    query: text('query').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('saved_views_name_key').on(table.businessId, table.projectId, table.userId, table.list, table.name),
  ],
)
