/** Counters, companies and classes that the sandbox's Expedia rents cars of. */
export type Counter = {
  /** Of its airport; null: in a town. */
  airport: string | null;
  id: string;
  name: string;
  street: string;
  city: string;
  country: { Name: string; IsoCode2: string; IsoCode3: string };
  /** Its distance from universal time, as times are told there. */
  zone: string;
  /** From the middle of what was asked for, in kilometers. */
  km: string;
};
const US = { Name: "United States of America", IsoCode2: "US", IsoCode3: "USA" };
const MX = { Name: "Mexico", IsoCode2: "MX", IsoCode3: "MEX" };
const ES = { Name: "Spain", IsoCode2: "ES", IsoCode3: "ESP" };
export const COUNTERS: readonly Counter[] = [
  {
    ...{ airport: "DEN", id: "DENT001", name: "Denver Intl. Airport", street: "8500 Pena Blvd", city: "Denver" },
    ...{ country: US, zone: "-07:00", km: "0.6" },
  },
  {
    ...{ airport: "CUN", id: "CUNT001", name: "Cancun Intl. Airport", street: "Carretera Cancun-Chetumal Km 22" },
    ...{ city: "Cancun", country: MX, zone: "-05:00", km: "0.3" },
  },
  {
    ...{
      airport: "MAD",
      id: "MADT001",
      name: "Adolfo Suarez Madrid-Barajas Airport",
      street: "Avenida de la Hispanidad",
    },
    ...{ city: "Madrid", country: ES, zone: "+01:00", km: "0.9" },
  },
  {
    ...{ airport: null, id: "AUSC005", name: "Austin Downtown", street: "301 Congress Ave", city: "Austin" },
    ...{ country: US, zone: "-06:00", km: "0.2" },
  },
  {
    ...{ airport: null, id: "AUSC009", name: "Austin South", street: "4210 S Lamar Blvd", city: "Austin" },
    ...{ country: US, zone: "-06:00", km: "6.4" },
  },
];

export type Supplier = { Id: string; Name: string; Code: string };
export const SUPPLIERS: readonly Supplier[] = [
  { Id: "901", Name: "Cobalt Rent A Car", Code: "QB" },
  { Id: "902", Name: "Bluewing Car Rental", Code: "QW" },
];

export type Kind = {
  code: string;
  make: string;
  words: string;
  category: string;
  type: string;
  gears: string;
  daily: number;
};
/** Size, body, gears, fuel: the letters that rental companies share, with Expedia's words. */
export const KINDS: readonly Kind[] = [
  {
    ...{ code: "ECAR", make: "Kia Rio", words: "Economy 2/4Door Car", category: "Economy" },
    ...{ type: "2/4 Door", gears: "Automatic", daily: 38 },
  },
  {
    ...{ code: "CCAR", make: "Toyota Corolla", words: "Compact 2/4Door Car", category: "Compact" },
    ...{ type: "2/4 Door", gears: "Automatic", daily: 44 },
  },
  {
    ...{ code: "CCMR", make: "Seat Ibiza", words: "Compact 2/4Door Car", category: "Compact" },
    ...{ type: "2/4 Door", gears: "Manual", daily: 31 },
  },
  {
    ...{ code: "IFAR", make: "Nissan Rogue", words: "Midsize SUV", category: "Midsize" },
    ...{ type: "SUV", gears: "Automatic", daily: 67 },
  },
];
