import { useState } from "react";
import { showToast } from "#client/toasts.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Drawer } from "#ui/drawer.tsx";
import { Empty, ErrorState } from "#ui/empty.tsx";
import { Note } from "#ui/note.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { Progress, StepTrail } from "#ui/progress.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { ToastView } from "#ui/toast.tsx";
import { Specimen } from "./specimen.tsx";

export function Windows() {
  const [open, setOpen] = useState<"dialog" | "small" | "drawer" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Specimen
        title="Messages"
        note="Say what happened, then what to do. Toasts stay 2 seconds; errors stay until closed."
      >
        <div className="grid grid-2">
          <div className="grid [--gap:.75rem]">
            <Note kind="good">
              <b>Successfully set email.</b>
            </Note>
            <Note kind="wait">
              <b>Pending.</b> Nike confirms about 30 days after delivery.
            </Note>
            <Note kind="info">
              <b>Extension is already installed on your browser</b>
            </Note>
            <Note kind="bad">
              <b>Payment declined.</b> Please enter a valid card and resubmit.
            </Note>
            <Note>Plain, for what is neither good nor bad.</Note>
          </div>
          <div className="grid content-start justify-items-start [--gap:.75rem]">
            <ToastView text="Successfully signed out!" />
            <ToastView text="Please check your mailbox for verification email." icon="mail" />
            <ToastView bad text="Something went wrong, please try again later." closeText="Close" onClose={() => {}} />
            <div className="row">
              <Button size="sm" onClick={() => showToast("good", "Successfully set email.")}>
                Show a toast
              </Button>
              <Button size="sm" onClick={() => showToast("bad", "Something went wrong, please try again later.")}>
                Show an error
              </Button>
            </div>
          </div>
        </div>
      </Specimen>
      <Specimen title="Places" note="Underlined current tab, chevrons, steps with the coin.">
        <Breadcrumb
          crumbs={[{ text: "Home", href: "/" }, { text: "Stores", href: "/stores" }, { text: "Clothing and shoes" }]}
        />
        <Tabs
          label="Offers"
          tabs={[
            { href: "/stores", text: "All", count: 42, current: true },
            { href: "/coupons", text: "Coupons", count: 12 },
          ]}
        />
        <StepTrail label="Steps" steps={["Spin", "Questions", "Account", "Payment"]} current={2} />
        <Progress label="Loading" />
      </Specimen>
      <Specimen title="Empty and error" note="Empty offers one next step. Errors offer a retry.">
        <div className="grid grid-2">
          <Empty title="No entries yet" action={<Button size="sm">Browse stores</Button>}>
            Click through to any store. The first line usually appears within 48 hours of buying.
          </Empty>
          <ErrorState onRetry={() => {}} />
        </div>
      </Specimen>
      <Specimen
        title="Dialog and drawer"
        note="Escape and the close button always work. Focus is held inside and returned. A bottom sheet on a phone."
      >
        <div className="row row-wrap">
          <Button onClick={() => setOpen("dialog")}>Open the dialog</Button>
          <Button onClick={() => setOpen("small")}>Open the small one</Button>
          <Button onClick={() => setOpen("drawer")}>Open the drawer</Button>
        </div>
        <Dialog open={open === "dialog"} onClose={close} title="Email already in use. Please authenticate." size="sm">
          <p className="small muted">This address has a passbook. Log in to it and we merge the two.</p>
          <div className="mt-4 grid [--gap:1rem]">
            <PasswordField label="Password" error="Please enter both email and password." />
            <div className="two">
              <Button look="primary">Merge and log in</Button>
              <Button onClick={close}>Not now</Button>
            </div>
          </div>
        </Dialog>
        <Dialog open={open === "small"} onClose={close} title="A long description" size="small">
          <p>{"Play until level 20 within 14 days of installing. ".repeat(8)}</p>
        </Dialog>
        <Drawer open={open === "drawer"} onClose={close} title="Filters">
          <p className="muted">Anything may stand here.</p>
        </Drawer>
      </Specimen>
    </>
  );
}
