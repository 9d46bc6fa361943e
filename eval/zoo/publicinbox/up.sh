#!/bin/bash
# public-inbox: an archive of mails over git, searched by Xapian; its pages are all but plain text.
. "$(dirname "$0")/../lib.sh" "$1"
packages public-inbox libsearch-xapian-perl libplack-perl
records 600
export HOME=$VAR PI_CONFIG=$VAR/config
if [ ! -s "$PI_CONFIG" ]; then
	git config --global user.name archive
	git config --global user.email archive@example.org
	public-inbox-init -V2 archive "$VAR/archive" "http://127.0.0.1:$PORT/archive" archive@example.org >"$VAR/build.log" 2>&1
	git config -f "$PI_CONFIG" publicinbox.wwwlisting all
	cat >"$VAR/fill.pl" <<'P'
use strict; use JSON::PP; use PublicInbox::Config; use PublicInbox::Eml; use PublicInbox::InboxWritable;
my $ibx = PublicInbox::Config->new->lookup_name('archive');
my $im = PublicInbox::InboxWritable->new($ibx)->importer(1);
open my $fh, '<', "$ENV{HOME}/records.jsonl" or die;
while (<$fh>) {
	my $r = decode_json($_);
	my $from = lc($r->{author}) =~ s/ /./r;
	my $day = sprintf('%d Mar %d %02d:%02d:00 +0000', 1 + $r->{id} % 28, 2001 + $r->{year} % 20, $r->{id} % 24, $r->{id} % 60);
	$im->add(PublicInbox::Eml->new("From: $r->{author} <$from\@example.org>\nTo: archive\@example.org\nSubject: $r->{title}\nDate: $day\nMessage-ID: <m$r->{id}\@example.org>\nContent-Type: text/plain; charset=UTF-8\n\n$r->{text}\n"));
}
$im->done;
P
	perl -I/usr/share/public-inbox "$VAR/fill.pl" >>"$VAR/build.log" 2>&1
fi
start public-inbox-httpd -l "127.0.0.1:$PORT" -W0
