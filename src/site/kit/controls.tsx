import { useState } from "react";
import { Button, ButtonLink, DeadButton } from "#ui/button.tsx";
import { Check, RadioCard, Switch } from "#ui/check.tsx";
import { Chip, ChipRow } from "#ui/chips.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { Select } from "#ui/select.tsx";
import { Specimen } from "./specimen.tsx";

const SORTS = [
  { value: "popular", text: "Popular" },
  { value: "rate", text: "Highest rate" },
];

export function Controls() {
  const [busy, setBusy] = useState(false);
  const [language, setLanguage] = useState("en");
  const [filter, setFilter] = useState("all");
  return (
    <>
      <Specimen
        title="Buttons"
        note="Primary has an engraved inner line. Disabled is dashed, never faded. Target 44 px on touch."
      >
        <div className="row row-wrap">
          <Button look="primary">Withdraw $86.42</Button>
          <Button look="primary" busy={busy} busyText="Withdrawing" onClick={() => setBusy(true)}>
            Withdraw $86.42
          </Button>
          <Button look="primary" busy busyText="Withdrawing">
            Withdraw $86.42
          </Button>
          <Button look="primary" disabled>
            Install
          </Button>
          <DeadButton>Ended</DeadButton>
        </div>
        <div className="row row-wrap">
          <Button>Browse stores</Button>
          <Button look="quiet">Skip</Button>
          <Button look="brick">Cancel membership</Button>
          <Button square aria-label="Download">
            <Icon name="download" />
          </Button>
          <Button size="sm">Copy</Button>
          <Button size="lg">No thanks</Button>
          <ButtonLink look="primary" size="lg" href="/stores">
            A place
          </ButtonLink>
        </div>
        <div className="cover-band row row-wrap rounded-card p-5">
          <Button look="on-cover" size="lg">
            Start the trial
          </Button>
          <Button look="ghost-cover">Older</Button>
        </div>
      </Specimen>
      <Specimen title="Fields" note="Label above, hint below, error with icon and words. The outline is 3:1 or better.">
        <div className="grid grid-2">
          <EmailField placeholder="name@example.com" hint="We email receipts here." />
          <EmailField defaultValue="rosa@" error="Invalid email address" />
          <Field label="Email" defaultValue="rosa.delgado@example.com" disabled hint="Set by your partner brand." />
          <Field label="Reference" defaultValue="TP-8F3K-2291" readOnly />
          <Field label="Phone" type="tel" optional icon="phone" />
          <PasswordField label="Password" fresh />
          <PasswordField
            label="Password"
            aside={<a href="/password/reset">Forgot it?</a>}
            error="Please enter both email and password."
          />
          <Select label="Sort by" options={SORTS} />
          <TextArea label="What happened" hint="A sentence is enough." />
          <div className="grid content-start [--gap:.75rem]">
            <RadioCard name="payout" defaultChecked end="by Mar 13">
              PayPal
            </RadioCard>
            <RadioCard name="payout" end="by Mar 17" note="Account ending in 4471">
              Bank account
            </RadioCard>
            <RadioCard name="payout" disabled>
              Venmo
            </RadioCard>
          </div>
          <div className="grid content-start [--gap:.75rem]">
            <Check defaultChecked>Ticked</Check>
            <Check>Not ticked, the default for every consent</Check>
            <Check error="Please accept the Terms & Conditions">
              I accept the <a href="/terms">Terms & Conditions</a>
            </Check>
          </div>
          <div>
            <Switch defaultChecked>Payment emails</Switch>
            <Switch>Offer emails</Switch>
            <Switch plain>Offer emails, plain</Switch>
          </div>
        </div>
      </Specimen>
      <Specimen
        title="Choices and search"
        note="Pressed chip is ink. Left and right move in a group. / focuses the search, Esc clears it."
      >
        <ChipRow label="Filter entries">
          <Chip pressed={filter === "all"} count={42} onPress={() => setFilter("all")}>
            All
          </Chip>
          <Chip pressed={filter === "pending"} count={4} onPress={() => setFilter("pending")}>
            Pending
          </Chip>
          <Chip href="/coupons" count={26}>
            Confirmed
          </Chip>
        </ChipRow>
        <div className="row row-wrap">
          <Segmented
            label="Language"
            choices={[
              { value: "en", text: "English" },
              { value: "es", text: "Español" },
            ]}
            value={language}
            onChoose={setLanguage}
          />
          <Select inline label="Sort by" options={SORTS} />
        </div>
        <div className="max-w-[30rem]">
          <SearchBox place="page" label="Find a store" hint="Nike, Target, Expedia…" />
        </div>
      </Specimen>
    </>
  );
}
