import { useState } from "react";
import { Button, DeadButton } from "#ui/button.tsx";
import { GiftCard } from "#ui/gift-card.tsx";
import { Heart } from "#ui/heart.tsx";
import { IconTile, MerchantTile, PhotoTile } from "#ui/merchant-tile.tsx";
import { LoadMore } from "#ui/pager.tsx";
import { RateRow } from "#ui/rate-row.tsx";
import { StoreCard } from "#ui/store-card.tsx";
import { Ticket } from "#ui/ticket.tsx";
import { Specimen } from "./specimen.tsx";

const NAMES = ["Nike", "Sephora", "Kohl's", "Wayfair", "Gap", "ASOS", "7-Eleven"];

export function ShopParts() {
  const [kept, setKept] = useState(false);
  const [chosen, setChosen] = useState(0);
  return (
    <>
      <Specimen title="Tiles" note="A light ground in both modes. A missing picture shows the letter below it.">
        <div className="row row-wrap">
          {NAMES.map((name) => (
            <MerchantTile key={name} name={name} size={40} />
          ))}
          <MerchantTile name="Broken" logo="/media/missing.svg" size={56} />
          <MerchantTile name="Drawn" logo="/favicon.svg" size={56} />
          <IconTile name="package" size={40} />
          <PhotoTile src={null} size={64} />
        </div>
      </Specimen>
      <Specimen title="Rates and stores" note="One link a row. The heart lies above the card's own link.">
        <ul className="max-w-[24rem]">
          <RateRow href="/nike-coupons" name="Nike" rate="up to 6%" was="was 3%" />
          <RateRow href="/doordash-coupons" name="DoorDash" rate="$7.00" />
          <RateRow href="/etsy-coupons" name="A store with quite a long name" rate={null} none="Coupons only" />
        </ul>
        <div className="store-list">
          <StoreCard
            href="/nike-coupons"
            name="Nike"
            logo={null}
            rate="up to 6%"
            none="Coupons only"
            coupons="5 coupons"
            was="was 3%"
            plus="Plus 8%"
            heart={<Heart label="Keep Nike in your stores" pressed={kept} onPress={() => setKept(!kept)} />}
          />
          <StoreCard
            href="/gap-coupons"
            name="Gap"
            logo={null}
            rate={null}
            none="Coupons only"
            coupons="No coupons today"
            heart={<Heart label="Keep Gap in your stores" pressed onPress={() => {}} />}
          />
        </div>
        <LoadMore shown={18} total={214} next={18} href="?page=2" />
      </Specimen>
      <Specimen title="Ticket" note="Stub, tear line, body, one action. Scalloped left and right edges.">
        <div className="grid grid-2">
          <Ticket
            tone="percent"
            value="20%"
            unit="off"
            title="Clothing and shoes over $50.00"
            facts={["Worked 41 of 52 times"]}
            merchant={{ name: "Macy's", logo: null }}
            action={<Button size="sm">Show code</Button>}
          />
          <Ticket
            tone="amount"
            value="$15"
            unit="off"
            title="First order over $75.00"
            facts={["Code. Ends Mar 22, 2026", "Worked 18 of 20 times"]}
            action={<span className="code">WELCOME15</span>}
          />
          <Ticket
            tone="open"
            value="Free"
            unit="shipping"
            title="On any order, no minimum"
            facts={["Taken off at checkout"]}
            merchant={{ name: "Sephora", logo: null }}
            action={<Button size="sm">Shop the deal</Button>}
          />
          <Ticket
            tone="condition"
            value="10%"
            unit="off"
            title="Students: 10% off with school email"
            facts={["Code. No end date given"]}
            action={<Button size="sm">Show code</Button>}
          />
          <Ticket
            tone="ended"
            value="15%"
            unit="off"
            title="15% off sportswear"
            facts={["Ended Mar 8, 2026. Kept here so you need not try it again."]}
            action={<DeadButton size="sm">Ended</DeadButton>}
          />
          <Ticket
            tone="amount"
            value="$1,250"
            unit="off"
            title="A very long title of a coupon that runs over three lines because the network wrote a whole sentence with every condition in it"
            facts={["Code. Ends Mar 22, 2026"]}
            action={<Button size="sm">Mostrar código</Button>}
          />
        </div>
      </Specimen>
      <Specimen title="Gift cards" note="Default, chosen, out of reach, sold out.">
        <div className="grid grid-4 gift-grid">
          <GiftCard
            name="Starbucks"
            hex="#00704A"
            amount={1000}
            coins={10000}
            chosen={chosen === 0}
            onChoose={() => setChosen(0)}
          />
          <GiftCard
            name="Sephora"
            hex="#F2E6C8"
            amount={1000}
            coins={10000}
            chosen={chosen === 1}
            onChoose={() => setChosen(1)}
          />
          <GiftCard name="IKEA" hex="#0058A3" amount={2500} coins={25000} missing={12520n} />
          <GiftCard name="Nike" hex="#1C1B17" amount={1000} coins={10000} soldOut />
        </div>
      </Specimen>
    </>
  );
}
