/** The so many-th number of UPS whose check digit fits. */
export function upsNumber(place: number): string {
  const serial = `999AA103${String(place).padStart(7, "0")}`;
  const sum = [...serial].reduce((total, sign, at) => {
    const figure = /\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 3) % 10;
    return total + figure * (at % 2 === 0 ? 1 : 2);
  }, 0);
  return `1Z${serial}${(10 - (sum % 10)) % 10}`;
}
