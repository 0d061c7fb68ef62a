import { data } from "react-router";
import { publicPage } from "#ui/page.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { missingMeta } from "./missing-meta.ts";
import NotFoundView from "./not-found-view.tsx";

export const handle = publicPage({ cache_seconds: 60 });

export const meta = ({ matches }: { matches: readonly unknown[] }) => missingMeta(matches);

export async function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return (
    <Frame>
      <NotFoundView />
    </Frame>
  );
}
