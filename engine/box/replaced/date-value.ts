// The values of date and time fields as browsers print them, in their usual language (HTML §2.3.5 has the form of values); what is no date shows what goes where.
const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** Undefined for fields of other types. */
export function dateText(type: string, value: string): string | undefined {
  switch (type) {
    case 'date':
      return dateOf(value) ?? NO_DATE
    case 'time':
      return timeOf(value) ?? NO_TIME
    case 'datetime-local': {
      const [day = '', time = ''] = value.split(/[T ]/)
      const texts = [dateOf(day), timeOf(time)]
      return texts.includes(undefined) ? `${NO_DATE}, ${NO_TIME}` : texts.join(', ')
    }
    case 'month': {
      const [, year, month] = /^(\d{4,})-(\d\d)$/.exec(value) ?? []
      const name = MONTHS[Number(month) - 1]
      return name === undefined ? '--------- ----' : `${name} ${year}`
    }
    case 'week': {
      const [, year, week] = /^(\d{4,})-W(\d\d)$/.exec(value) ?? []
      return Number(week) >= 1 && Number(week) <= 53 ? `Week ${week}, ${year}` : 'Week --, ----'
    }
    default:
      return undefined
  }
}

const NO_DATE = 'mm/dd/yyyy'
const NO_TIME = '--:-- --'

function dateOf(value: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4,})-(\d\d)-(\d\d)$/.exec(value) ?? []
  const isDay = Number(day) >= 1 && Number(day) <= 31 && MONTHS[Number(month) - 1] !== undefined
  return isDay ? `${month}/${day}/${year}` : undefined
}

function timeOf(value: string): string | undefined {
  const [, hours = '', minutes = '', seconds = ''] = /^([01]\d|2[0-3]):([0-5]\d)(:[0-5]\d(?:\.\d{1,3})?)?$/.exec(value) ?? []
  if (hours === '') return undefined
  const hour = String(Number(hours) % 12 || 12).padStart(2, '0')
  return `${hour}:${minutes}${seconds} ${Number(hours) < 12 ? 'AM' : 'PM'}`
}
