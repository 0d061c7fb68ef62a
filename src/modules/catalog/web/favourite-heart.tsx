import { toggleFavourite } from "#client/favourites.ts";
import { showToast } from "#client/toasts.ts";
import { useViewer } from "#client/viewer.ts";
import { Heart } from "#ui/heart.tsx";
import { useText } from "#ui/text.tsx";

/** Keeps a store; a visitor is asked to join first (the viewer store does that). */
export function FavouriteHeart({ internalName, name }: { internalName: string; name: string }) {
  const t = useText();
  const isKept = useViewer((viewer) => viewer.favourites.has(internalName));
  return (
    <Heart
      label={t("Keep {{store}} in your stores", { store: name })}
      pressed={isKept}
      onPress={async () => {
        if (!(await toggleFavourite(internalName, name)))
          showToast("bad", t("That didn't go through. Please try again."));
      }}
    />
  );
}
