import type { ReactNode } from 'react'

/** One column of a DataTable. */
export type TableColumn<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Shown after the cell, outside the link of the row, such as a copy button. */
  trailing?: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** Hides the column in tables below this width (table-styles.ts). */
  hideBelow?: 'sm' | 'md' | 'lg' | 'xl' | '2xl'
  /**
   * Takes the width that the other columns leave, and cuts its text there. While it is visible, the others do not wrap.
   * At most one column of a table.
   */
  fills?: true
  /** Makes the header sort. Only for lists that are loaded whole. */
  sortValue?: (row: Row) => string | number
  headerHidden?: boolean
}
