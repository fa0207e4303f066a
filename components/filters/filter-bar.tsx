import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { FilterSheet, type FilterSheetProps } from './filter-sheet'

type FilterBarProps = {
  /** Stays in place on a narrow screen: the search, or the period of figures. */
  lead?: ReactNode
  /** Actions on the whole list, such as a file or live updates. They are at the end of the first row. */
  actions?: ReactNode
  /** Filters that are in a dialog on a wide screen too, where not all fit one row. */
  more?: FilterSheetProps
} & (FilterSheetProps | { children?: undefined; more?: undefined })

/** The filters above a list, in one row. On a narrow screen they are in a dialog behind one button. */
export function FilterBar({ lead, actions, more, ...filters }: FilterBarProps) {
  return (
    <div data-filter-bar className="@container/list">
      <div className="flex flex-wrap items-start gap-2 list-md:flex-nowrap">
        <div
          className={cn(
            'min-w-0 flex-wrap items-center gap-2 list-md:flex list-md:w-auto list-md:flex-1',
            lead ? 'flex w-full' : 'hidden',
          )}
        >
          {lead}
          {filters.children ? <div className="hidden list-md:contents">{filters.children}</div> : null}
          {more ? (
            <div className="hidden list-md:block">
              <FilterSheet label="More filters" {...more} />
            </div>
          ) : null}
        </div>
        {filters.children || actions ? (
          <div className={cn('flex w-full gap-2 list-md:w-auto list-md:shrink-0', !actions && 'list-md:hidden')}>
            {filters.children ? (
              <div className="list-md:hidden">
                <FilterSheet label="Filters" {...filters}>
                  {filters.children}
                  {more?.children}
                </FilterSheet>
              </div>
            ) : null}
            {actions ? <div className="ml-auto flex items-center gap-2">{actions}</div> : null}
          </div>
        ) : null}
      </div>
    </div>
  )
}
