import { ScrollBox } from '@/components/ui/scroll-box'
import type { ChartData } from './chart-data'
import { type StepLink, StepLinks } from './step-links'

type ChartTableProps = {
  label: string
  data: ChartData
  format: (value: number) => string
  linksOf?: (step: number) => readonly StepLink[]
}

/** The numbers of a chart as a table. */
export function ChartTable({ label, data, format, linksOf }: ChartTableProps) {
  return (
    <ScrollBox label={label} className="max-h-56 overflow-auto rounded-md border">
      <table className="tabular w-full text-[0.8125rem]">
        <caption className="sr-only">{label}</caption>
        <thead className="sticky top-0 bg-sunken text-muted-foreground">
          <tr>
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              UTC
            </th>
            {data.series.map(({ id, name }) => (
              <th key={id} scope="col" className="px-3 py-1.5 text-right font-medium">
                {name}
              </th>
            ))}
            {linksOf ? (
              <th scope="col" className="px-3 py-1.5 text-left font-medium">
                Rows
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody className="divide-y">
          {data.steps.map((step, index) => (
            <tr key={step}>
              <th scope="row" className="whitespace-nowrap px-3 py-1.5 text-left font-normal">
                {step}
              </th>
              {data.series.map(({ id, values }) => (
                <td key={id} className="px-3 py-1.5 text-right">
                  {values[index] == null ? '—' : format(values[index])}
                </td>
              ))}
              {linksOf ? (
                <td className="px-3 py-1.5">
                  <StepLinks step={step} links={linksOf(index)} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
