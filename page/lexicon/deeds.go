package lexicon

// Deeds are words of an address's path that name something done to the site or
// to somebody: what is behind such an address is never sent for, be it a form's
// action or a link.
var Deeds = New(`
	logout, log out, logoff, signout, sign out, delete, deletes, destroy, unsubscribe, subscribe, vote, comments post, comment post, post comment, add comment, addcomment, sendmail, send mail, sendmessage, send message, formmail, mailto, mailer, addtocart, add to cart, cart add, basket add, checkout*, place order, purchase, donate, upload
`)

// LinkDeeds are further words that name a deed in the address of a link, where
// a form's action may name a search by them.
var LinkDeeds = New(`
	remove, remove all, removeall, erase, discard, drop, purge, revoke, cancel, deactivate, disable, reset, clear all, empty cart, rate, like, unlike, upvote, downvote, follow, unfollow, report, flag, mark, approve, publish, unpublish, ban, block user, buy, order now, pay, bid, edit, save, wishlist add, add to wishlist, watchlist add, abmelden, loschen, entfernen, supprimer, deconnexion, eliminar, borrar, cerrar sesion, sair, excluir, elimina, cancella, esci, verwijderen, uitloggen, usun, wyloguj, odhlasit, smazat, выход, удалить, 删除, 退出, 削除, ログアウト, 로그아웃, 삭제
`)
