import { DocsPageFrame, Paragraphs } from './docs-page'
import type { DocsPage } from './docs-pages'
import { ErrorGroups } from './error-groups'
import { Expandable } from './expandable'
import { FieldList } from './field-list'
import { Part } from './part'
import type { Reference } from './read-reference'
import { groupByStatus } from './status-groups'
import { ERRORS_TEXT } from './to-markdown'
import { withoutCodes } from './without-codes'

/** Every code of a refusal by status, and the bodies that refusals have. */
export function ErrorsPage({
  reference,
  pages,
  page,
}: {
  reference: Reference
  pages: readonly DocsPage[]
  page: DocsPage
}) {
  return (
    <DocsPageFrame pages={pages} page={page}>
      <Paragraphs texts={[ERRORS_TEXT]} pages={pages} page={page} />
      <ErrorGroups groups={groupByStatus(reference.causes)} />
      {reference.errorBodies.map(({ name, fields }) => (
        <Part key={name} id={name} title={name}>
          <div className="rounded-lg border bg-surface">
            <Expandable summary={`${fields.length} fields`}>
              <FieldList fields={withoutCodes(fields)} quiet />
            </Expandable>
          </div>
        </Part>
      ))}
    </DocsPageFrame>
  )
}
