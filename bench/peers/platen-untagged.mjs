// Platen without tags, beside which the same run shows what tags cost.
import { documents as tagged } from './platen.mjs'

export const documents = Object.fromEntries(Object.entries(tagged).map(([name, render]) => [name, (data) => render(data, { tagged: false })]))
